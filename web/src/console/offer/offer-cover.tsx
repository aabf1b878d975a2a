import { Button } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { FilePicker, type FoundDriveFile, PickButton } from "../drive/file-picker.tsx"
import { mayAs } from "../here.ts"
import type { Offer } from "../offers/offer-state.ts"
import { SidePanel } from "../ui/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useChange } from "../use-change.ts"
import styles from "./view.module.css"

const makesStale = ["get-own-offer", "list-offers"] as const

/** The cover picture of the pay page. */
export function OfferCover({ offer: { id: offerId, cover } }: { offer: Offer }) {
  const { search, go } = useAddress()
  const remove = useChange("remove-offer-cover", { makesStale })
  const close = () => go({ cover: undefined, q: undefined })
  if (!mayAs("member")) return null
  return (
    <Section
      title="Cover"
      below={cover ? "Location and camera data are removed." : "We’ll use a pattern if you skip this."}
    >
      <div className={styles.line}>
        {cover && <img className={styles.cover} src={cover.url} width={cover.width} height={cover.height} alt="" />}
        <Button variant="default" onClick={() => go({ cover: "1" })}>
          {cover ? "Change cover" : "Choose cover"}
        </Button>
        {cover && (
          <Button variant="subtle" isBusy={remove.isPending} onClick={() => remove.mutate({ offerId })}>
            Remove cover
          </Button>
        )}
      </div>
      {search.cover === "1" && (
        <SidePanel title="Choose cover" onClose={close}>
          <CoverChoice offerId={offerId} onDone={close} />
        </SidePanel>
      )}
    </Section>
  )
}

/** The supported types. The service checks the bytes; this only hides unusable files. */
const pictures = /^image\/(png|jpeg|webp|gif)$/

function CoverChoice({ offerId, onDone }: { offerId: string; onDone(): void }) {
  const set = useChange("set-offer-cover", { makesStale, onDone })
  const action = ({ id, name, content_type }: FoundDriveFile) =>
    pictures.test(content_type) && (
      <PickButton
        verb="Choose"
        name={name}
        isBusy={set.isPending && set.variables.fileId === id}
        disabled={set.isPending}
        onClick={() => set.mutate({ offerId, fileId: id })}
      />
    )
  return <FilePicker action={action}>Upload a PNG, JPEG, WebP or GIF to the drive first.</FilePicker>
}
