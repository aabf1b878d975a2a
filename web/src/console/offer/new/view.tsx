import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { Button } from "../../../kit/button.tsx"
import { Section } from "../../../kit/section.tsx"
import { OfferFields, OfferForm, toShown } from "../../offers/offer-fields.tsx"
import { View as Frame } from "../../ui/page.tsx"
import { CoverPanel, CoverSection } from "../offer-cover.tsx"
import { FilesPanel, FilesSection } from "../offer-files.tsx"
import { OfferPreview } from "../offer-preview.tsx"
import styles from "../view.module.css"
import { useChosenFiles } from "./use-chosen-files.ts"
import { useCreate } from "./use-create.ts"

/** Makes an offer on one page: its texts, files and cover beside a preview, and the button that publishes it. */
export function View() {
  const [typed, setTyped] = useState(toShown({}, 0))
  const { files, cover, coverId, ...take } = useChosenFiles()
  const create = useCreate({ fileIds: files.map(({ fileId }) => fileId), coverId })
  return (
    <Frame title="Create offer" below={<Link to="/offers">Offers</Link>}>
      <div className={`stack gap-5 ${styles.columns}`}>
        <OfferForm
          change={create}
          submit="Publish offer"
          also={<SaveDraft isOff={create.isPending} />}
          toInput={(fields) => fields}
          onType={setTyped}
        >
          <Section title="Details">
            <OfferFields />
          </Section>
          <FilesSection files={files} onAdd={take.add} onRemove={take.remove} onMove={take.move} />
          <CoverSection cover={cover} onChoose={take.chooseCover} onRemove={take.removeCover} />
        </OfferForm>
        <OfferPreview offer={{ ...unsaved, ...typed, title: typed.title || "Untitled", cover, files }} />
      </div>
      <FilesPanel files={files} onAdd={take.add} />
      <CoverPanel onChoose={take.chooseCover} />
    </Frame>
  )
}

function SaveDraft({ isOff }: { isOff: boolean }) {
  return (
    <Button type="submit" variant="default" name="isDraft" value="yes" disabled={isOff}>
      Save draft
    </Button>
  )
}

const unsaved = { state: "draft", unitsTaken: 0, payUrl: null } as const
