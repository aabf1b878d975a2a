import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { Refused } from "../../../api/call.ts"
import { newUuid } from "../../../api/uuid.ts"
import { Button } from "../../../kit/button.tsx"
import { Section } from "../../../kit/section.tsx"
import { readOf, useChange } from "../../ask.ts"
import { type AnswerOf, change } from "../../calls.ts"
import { OfferFields, OfferForm, readOffer, toShown } from "../../offers/offer-fields.tsx"
import type { Offer } from "../../offers/offer-state.ts"
import { toast } from "../../toast.ts"
import type { UploadedFile } from "../../ui/files/send-to-drive.ts"
import { View as Frame } from "../../ui/page.tsx"
import { CoverPanel, CoverSection } from "../offer-cover.tsx"
import { FilesPanel, FilesSection } from "../offer-files.tsx"
import { OfferPreview } from "../offer-preview.tsx"
import { sayPublished } from "../say-published.ts"
import styles from "../view.module.css"

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

/** The files and the cover of an offer that does not exist yet. All of them are in the drive. */
function useChosenFiles() {
  const [chosen, setChosen] = useState<readonly UploadedFile[]>([])
  const [coverId, setCoverId] = useState<string>()
  return {
    files: chosen.map((file) => ({ ...file, key: file.id, fileId: file.id })),
    add: (file: UploadedFile) => setChosen((now) => [...now.filter(({ id }) => id !== file.id), file]),
    remove: (key: string) => setChosen((now) => now.filter(({ id }) => id !== key)),
    move: (from: number, to: number) =>
      setChosen((now) => now.toSpliced(from, 1).toSpliced(to, 0, ...now.slice(from, from + 1))),
    coverId,
    cover: useShownCover(coverId),
    chooseCover: ({ id }: { id: string }) => setCoverId(id),
    removeCover: () => setCoverId(undefined),
  }
}

/** A picture of the drive, in place of the cover that will be made of it. */
function useShownCover(id: string | undefined): Offer["cover"] {
  const { data } = useQuery({ ...readOf("preview-file", { id: id ?? "" }), enabled: id !== undefined })
  return id !== undefined && data ? { url: data.url, width: 1_600, height: 900 } : null
}

/**
 * Creates the offer with its files, then sets the cover and publishes, and opens the offer's page. After the first step
 * the offer is a draft, so a refusal of a later one is shown on its page, where the person can go on.
 */
function useCreate({ fileIds, coverId }: { fileIds: string[]; coverId: string | undefined }) {
  const navigate = useNavigate()
  const [isFinishing, setFinishing] = useState(false)
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const [isDraft, setDraft] = useState(false)
  const finish = async ({ id }: AnswerOf<"create-offer">) => {
    setFinishing(true)
    await complete(id, { coverId, isDraft })
    navigate({ to: "/offers/$offer", params: { offer: id } as never })
  }
  const create = useChange("create-offer", { makesStale: ["list-offers"], isForm: true, onDone: finish })
  return {
    isPending: create.isPending || isFinishing,
    error: refusal ?? create.error,
    mutate(fields: Record<string, string>) {
      const hasNothing = fields.isDraft === undefined && fileIds.length === 0
      setRefusal(hasNothing ? noFiles() : null)
      setDraft(fields.isDraft !== undefined)
      if (!hasNothing) create.mutate({ ...readOffer(fields), fileIds } as never)
    },
  }
}

const noFiles = () => new Refused("This offer has no files.", { status: 0, hint: "Add a file, or save a draft." })

async function complete(id: string, { coverId, isDraft }: { coverId: string | undefined; isDraft: boolean }) {
  try {
    if (coverId !== undefined) await change("set-offer-cover", { offerId: id, fileId: coverId }, newUuid())
    if (isDraft) return toast({ title: "Draft saved" })
    sayPublished(await change("publish-offer", { id }, newUuid()))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    toast({ tone: "bad", title: "Saved as a draft", text: [error.message, error.hint].filter(Boolean).join(" ") })
  }
}
