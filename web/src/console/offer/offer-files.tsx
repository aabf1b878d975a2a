import { Button } from "../../kit/button.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Row, Rows, Section } from "../../kit/section.tsx"
import { formatBytes } from "../../kit/size.ts"
import { stale, useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import type { Offer } from "../offers/offer-state.ts"
import { FilePicker, type FoundDriveFile } from "../ui/files/file-picker.tsx"
import { PickButton } from "../ui/files/pick-button.tsx"
import type { UploadedFile } from "../ui/files/send-to-drive.ts"
import { UploadZone } from "../ui/files/upload-zone.tsx"
import { MoveButtons } from "../ui/move-buttons.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"

/** The offer's files, in the order that buyers see. */
export function OfferFiles({ offer }: { offer: Offer }) {
  const add = useChange("add-offer-file", { makesStale: stale.offers })
  const remove = useChange("remove-offer-file", { makesStale: stale.offers })
  const order = useOrder(offer)
  const { id: offerId, files } = offer
  const put = ({ id: fileId }: { id: string }) => add.mutate({ offerId, fileId })
  return (
    <>
      <FilesSection
        files={files}
        isBusy={remove.isPending}
        onAdd={put}
        onRemove={(key) => remove.mutate({ offerId, key })}
        onMove={order}
      />
      <FilesPanel files={files} onAdd={put} />
    </>
  )
}

type File = Pick<Offer["files"][number], "key" | "fileId" | "name" | "sizeBytes">

interface Props {
  files: readonly File[]
  isBusy?: boolean
  onAdd(file: UploadedFile): void
  onRemove(key: string): void
  onMove(from: number, to: number): void
}

/** Takes the files to sell, from the device or the drive, and lists them. */
export function FilesSection(props: Props) {
  const { go } = useAddress()
  const { files, onAdd } = props
  return (
    <Section title="Files">
      {files.length > 0 && <FileRows {...props} />}
      {files.length === 0 && !mayAs("member") && "No files yet"}
      <UploadZone isMany onUploaded={onAdd}>
        <Button variant="subtle" onClick={() => go({ add: "1" })}>
          Choose from drive
        </Button>
      </UploadZone>
    </Section>
  )
}

function FileRows({ files, isBusy = false, onRemove, onMove }: Props) {
  const { locale } = useHouse()
  return (
    <Rows>
      {files.map(({ key, name, sizeBytes }, at) => {
        const actions = (
          <>
            <MoveButtons name={name} at={at} of={files.length} onMove={onMove} />
            <Button
              size="sm"
              variant="subtle"
              aria-label={`Remove ${name}`}
              disabled={isBusy}
              onClick={() => onRemove(key)}
            >
              Remove
            </Button>
          </>
        )
        return (
          <Row key={key} title={name} detail={formatBytes(sizeBytes, locale)} action={mayAs("member") && actions} />
        )
      })}
    </Rows>
  )
}

export function FilesPanel({ files, onAdd }: Pick<Props, "files" | "onAdd">) {
  const { search, go } = useAddress()
  if (search.add !== "1") return null
  const action = ({ id, name, contentType, sizeBytes }: FoundDriveFile) =>
    files.some((file) => file.fileId === id) ? (
      "Added"
    ) : (
      <PickButton verb="Add" name={name} onClick={() => onAdd({ id, name, contentType, sizeBytes })} />
    )
  return (
    <SidePanel title="Add files" onClose={() => go({ add: undefined, q: undefined })}>
      <FilePicker action={action} upload={{ isMany: true, onUploaded: onAdd }} />
    </SidePanel>
  )
}

/** Moves a file to another position, optimistically. */
function useOrder({ id: offerId, files }: Offer): (from: number, to: number) => void {
  const change = useChange("order-offer-files", {
    makesStale: ["get-own-offer"],
    atOnce: ({ offerId, keys }, edit) =>
      edit("get-own-offer", (offer) =>
        offer.id === offerId
          ? { ...offer, files: offer.files.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key)) }
          : offer,
      ),
  })
  return (from, to) => {
    const keys = files.map(({ key }) => key)
    keys.splice(to, 0, ...keys.splice(from, 1))
    change.mutate({ offerId, keys })
  }
}
