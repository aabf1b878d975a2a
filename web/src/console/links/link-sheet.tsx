import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import { stale, useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { toast } from "../toast.ts"
import { Copied } from "../ui/copied.tsx"
import { SegmentedControl } from "../ui/lists/segmented-control.tsx"
import { useAddress } from "../ui/use-address.ts"
import { FormerSlugs } from "./former-slugs.tsx"
import { LinkForm } from "./link-form.tsx"
import type { Link } from "./link-states.ts"
import { LinkStats } from "./link-stats.tsx"
import { QrCode } from "./qr-code.tsx"
import { TrashButtons } from "./trash-buttons.tsx"

const inactiveTexts: Partial<Record<Link["state"], string>> = {
  expired: "This link has expired. Set a later expiry to reactivate it.",
  limit_reached: "This link reached its click limit. Raise the limit to reactivate it.",
  domain_waiting: "This link starts when its domain leads here. Settings › Domains shows what is missing.",
  domain_removed: "The domain of this link is not active in this workspace. Add it again to reactivate the link.",
  suspended: "The operator suspended this link. Contact them if this is a mistake.",
}

/** One link: its clicks, its QR code, and its form. A trashed link can only be restored or deleted. */
export function LinkSheet({ link, inTrash, onClose }: { link: Link; inTrash: boolean; onClose(): void }) {
  const { search, go } = useAddress()
  const show = shownOf(search.show)
  const options = mayAs("member") ? views : seen
  const trash = useTrashLink()
  if (inTrash) {
    return mayAs("member") ? <TrashButtons id={link.id} onRestored={onClose} onDeleted={onClose} /> : null
  }
  return (
    <>
      {link.state in inactiveTexts && (
        <Notice tone="note" title={link.state === "domain_waiting" ? "Not active yet" : "Link disabled"}>
          {inactiveTexts[link.state]}
        </Notice>
      )}
      <Copied text={link.shortUrl} />
      <SegmentedControl label="Link view" options={options} now={show} onGo={(show) => go({ show })} />
      {show === "clicks" && <Clicks link={link} />}
      {show === "edit" && <LinkForm link={link} onDone={onClose} />}
      {show === "qr" && <QrCode text={link.shortUrl} name={link.slug} />}
      {show === "edit" && <FormerSlugs id={link.id} />}
      {show === "edit" && (
        <Button
          variant="danger"
          onClick={() => {
            trash(link)
            onClose()
          }}
        >
          Move to trash
        </Button>
      )}
    </>
  )
}

function Clicks({ link: { id, clicks, clicksBefore, createdAt } }: { link: Link }) {
  return (
    <>
      <div>
        <strong>{clicks.toLocaleString()}</strong> {clicks === 1 ? "click" : "clicks"} since{" "}
        <When at={Date.parse(createdAt)} isDay />
        {clicksBefore > 0 && `, ${clicksBefore.toLocaleString()} of them before the move`}
      </div>
      <LinkStats id={id} />
    </>
  )
}

const seen = { clicks: "Clicks", qr: "QR code" }
const views = { ...seen, edit: "Edit" }

/** The part that the address asks for; only members may edit. */
function shownOf(asked: string | undefined): keyof typeof views {
  if (asked === "qr") return asked
  return asked === "edit" && mayAs("member") ? asked : "clicks"
}

/** Trashes a link optimistically; a toast offers to undo it. */
function useTrashLink(): (link: Link) => void {
  const restore = useChange("restore-link", { makesStale: stale.links })
  const trash = useChange("trash-link", {
    makesStale: stale.links,
    atOnce: ({ id }, edit) =>
      edit("browse-links", (answer) => ({ ...answer, links: answer.links.filter((link) => link.id !== id) })),
  })
  return ({ id, title, slug }) => {
    trash.mutate({ id })
    const undo = { label: "Undo", run: () => restore.mutate({ id }) }
    toast({ title: `“${title ?? slug}” moved to trash`, action: undo })
  }
}
