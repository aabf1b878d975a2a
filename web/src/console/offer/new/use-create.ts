import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { Refused } from "../../../api/call.ts"
import { newUuid } from "../../../api/uuid.ts"
import { type AnswerOf, change } from "../../ask.ts"
import { readOffer } from "../../offers/offer-fields.tsx"
import { toast } from "../../ui/toast.ts"
import { useChange } from "../../use-change.ts"
import { sayPublished } from "../say-published.ts"

/**
 * Creates the offer with its files, then sets the cover and publishes, and opens the offer's page. After the first step
 * the offer is a draft, so a refusal of a later one is shown on its page, where the person can go on.
 */
export function useCreate({ fileIds, coverId }: { fileIds: string[]; coverId: string | undefined }) {
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
