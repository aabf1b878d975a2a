import { useEffect, useState } from "react"
import { forget, listRemembered, recall } from "../../api/remembered-uploads.ts"
import { dropSent } from "../../api/send-file.ts"

/** The uploads that an earlier visit of this browser began and did not finish. */
export function useInterrupted(uploadPath: string, receiver: string) {
  const [notes, setNotes] = useState<{ key: string; name: string }[]>([])
  const [discarded, setDiscarded] = useState(0)
  // The server's HTML has none of them, so they are read after it was taken over.
  useEffect(() => setNotes(listRemembered(receiver)), [receiver])
  const discard = async () => {
    for (const { key } of notes) {
      const noted = recall(key)
      forget(key)
      if (noted === undefined) continue
      const isGone = await dropSent(uploadPath + noted, {}).then(
        () => true,
        () => false,
      )
      if (isGone) setDiscarded((count) => count + 1)
    }
    setNotes([])
  }
  return { notes, discarded, discard }
}
