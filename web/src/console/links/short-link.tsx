import { toast } from "../toast.ts"
import { LineIcon } from "../ui/icons.tsx"
import { RowButton } from "../ui/row-button.tsx"
import { State } from "../ui/values/state.tsx"
import { TwoLines } from "../ui/values/two-lines.tsx"
import { type Link, linkStates } from "./link-states.ts"
import styles from "./view.module.css"

const copyLine = "M5.75 5.75h8.5v8.5h-8.5zM10.25 5.75v-4h-8.5v8.5h4"
const qrLine = "M2 2h4.5v4.5H2zM9.5 2H14v4.5H9.5zM2 9.5h4.5V14H2zM9.5 9.5h1M13 9.5h1M11.5 11.75h.01M9.5 14h1M13 14h1"

interface Props {
  link: Link
  onQr(link: Link): void
  /** A column shows the destination, except on phones. */
  hasDestination: boolean
}

/** A row's short link with its buttons; below it the title, or the destination where no column shows it. */
export function ShortLink({ link, onQr, hasDestination }: Props) {
  const { shortUrl, slug, title, shownDestination, state } = link
  const copy = async () => {
    await navigator.clipboard.writeText(shortUrl)
    toast({ title: "Link copied" })
  }
  return (
    <TwoLines below={title ?? bare(shownDestination)} isNarrow={title === null && hasDestination}>
      <span className={`flex middle gap-1 ${styles.named}`}>
        <bdi>
          <span>{bare(shortUrl).slice(0, -slug.length)}</span>
          <span>{slug}</span>
        </bdi>
        <RowButton label={`Copy ${bare(shortUrl)}`} onPress={copy}>
          <LineIcon line={copyLine} />
        </RowButton>
        <RowButton label={`QR code for ${bare(shortUrl)}`} onPress={() => onQr(link)}>
          <LineIcon line={qrLine} />
        </RowButton>
        {isLabelled(state) && <State words={linkStates[state]} tone="note" />}
      </span>
    </TwoLines>
  )
}

/** The states in which a link does not redirect; a working link has no label. */
const isLabelled = (state: Link["state"]) => state !== "active" && state !== "trashed"

const bare = (address: string) => address.replace(/^https?:\/\//, "")
