import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { readOf } from "../../ask.ts"
import type { Offer } from "../../offers/offer-state.ts"
import type { UploadedFile } from "../../ui/files/send-to-drive.ts"

/** The files and the cover of an offer that does not exist yet. All of them are in the drive. */
export function useChosenFiles() {
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
