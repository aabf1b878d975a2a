import { Button } from "../../kit/button.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { formatBytes } from "../../kit/size.ts"
import { FilePicker, type FoundDriveFile, PickButton } from "../drive/file-picker.tsx"
import { mayAs } from "../here.ts"
import type { Offer } from "../offers/offer-state.ts"
import { SidePanel } from "../ui/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useChange } from "../use-change.ts"

/** The offer's files, in the order that buyers see. */
export function OfferFiles({ offer }: { offer: Offer }) {
  const { search, go } = useAddress()
  const { files } = offer
  const below = files.length === 0 ? "No files yet" : null
  return (
    <Section title="Files" below={below}>
      <FileRows offer={offer} />
      {mayAs("member") && (
        <div>
          <Button variant="default" onClick={() => go({ add: "1" })}>
            Add file
          </Button>
        </div>
      )}
      {search.add === "1" && (
        <SidePanel title="Add file" onClose={() => go({ add: undefined, q: undefined })}>
          <FileAdder offer={offer} />
        </SidePanel>
      )}
    </Section>
  )
}

function FileRows({ offer }: { offer: Offer }) {
  const { locale } = useHouse()
  const order = useOrder(offer)
  const remove = useChange("remove-offer-file", { makesStale: ["get-own-offer", "list-offers"] })
  const { id: offerId, files } = offer
  if (files.length === 0) return null
  return (
    <Rows>
      {files.map(({ key, name, sizeBytes }, at) => {
        const actions = (
          <>
            <Step words="↑" label={`Move ${name} up`} isOff={at === 0} onStep={() => order(at, at - 1)} />
            <Step
              words="↓"
              label={`Move ${name} down`}
              isOff={at === files.length - 1}
              onStep={() => order(at, at + 1)}
            />
            <Button
              size="sm"
              variant="subtle"
              aria-label={`Remove ${name}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ offerId, key })}
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

/** Adds files of the drive to the offer. */
function FileAdder({ offer: { id: offerId, files } }: { offer: Offer }) {
  const add = useChange("add-offer-file", { makesStale: ["get-own-offer", "list-offers"] })
  const action = ({ id, name }: FoundDriveFile) =>
    files.some((file) => file.fileId === id) ? (
      "Added"
    ) : (
      <PickButton
        verb="Add"
        name={name}
        isBusy={add.isPending && add.variables.fileId === id}
        onClick={() => add.mutate({ offerId, fileId: id })}
      />
    )
  return <FilePicker action={action}>Upload a file to the drive first.</FilePicker>
}

interface StepProps {
  words: string
  label: string
  isOff: boolean
  onStep(): void
}

function Step({ words, label, isOff, onStep }: StepProps) {
  return (
    <Button size="sm" variant="default" aria-label={label} disabled={isOff} onClick={onStep}>
      {words}
    </Button>
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
