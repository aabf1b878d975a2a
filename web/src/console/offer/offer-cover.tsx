import { Button } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { stale, useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import type { Offer } from "../offers/offer-state.ts"
import { FilePicker, type FoundDriveFile } from "../ui/files/file-picker.tsx"
import { PickButton } from "../ui/files/pick-button.tsx"
import { isPicture, pictureTypes } from "../ui/files/picture-types.ts"
import type { UploadedFile } from "../ui/files/send-to-drive.ts"
import { UploadZone } from "../ui/files/upload-zone.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import styles from "./view.module.css"

/** The cover picture of the pay page. */
export function OfferCover({ offer: { id: offerId, cover } }: { offer: Offer }) {
  const set = useChange("set-offer-cover", { makesStale: stale.offers })
  const remove = useChange("remove-offer-cover", { makesStale: stale.offers })
  if (!mayAs("member")) return null
  const choose = ({ id: fileId }: { id: string }) => set.mutate({ offerId, fileId })
  return (
    <>
      <CoverSection
        cover={cover}
        isBusy={set.isPending || remove.isPending}
        onChoose={choose}
        onRemove={() => remove.mutate({ offerId })}
      />
      <CoverPanel onChoose={choose} />
    </>
  )
}

interface Props {
  cover: Offer["cover"]
  isBusy?: boolean
  onChoose(file: Pick<UploadedFile, "id" | "name">): void
  onRemove(): void
}

export function CoverSection({ cover, isBusy = false, onChoose, onRemove }: Props) {
  const { go } = useAddress()
  return (
    <Section title="Cover" below={cover ? "Location and camera data are removed." : "A pattern is shown without one."}>
      {cover && (
        <div className="wrap middle gap-2">
          <img className={styles.cover} src={cover.url} width={cover.width} height={cover.height} alt="" />
          <Button variant="subtle" isBusy={isBusy} onClick={onRemove}>
            Remove cover
          </Button>
        </div>
      )}
      <UploadZone accept={pictureTypes} onUploaded={onChoose}>
        <Button variant="subtle" onClick={() => go({ cover: "1" })}>
          Choose from drive
        </Button>
      </UploadZone>
    </Section>
  )
}

export function CoverPanel({ onChoose }: Pick<Props, "onChoose">) {
  const { search, go } = useAddress()
  if (search.cover !== "1") return null
  const close = () => go({ cover: undefined, q: undefined })
  const choose = (file: Pick<UploadedFile, "id" | "name">) => {
    onChoose(file)
    close()
  }
  const action = ({ id, name, contentType }: FoundDriveFile) =>
    isPicture(contentType) && <PickButton verb="Choose" name={name} onClick={() => choose({ id, name })} />
  return (
    <SidePanel title="Choose cover" onClose={close}>
      <FilePicker action={action} upload={{ accept: pictureTypes, onUploaded: choose }} />
    </SidePanel>
  )
}
