import type { Reason } from "./subject.ts"

/** The reasons for a report or a suspension, as people read them. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  phishing: "Phishing or fraud",
  malware: "Malware",
  copyright: "Somebody else’s copyright",
  illegal: "Illegal content",
  other: "Something else",
}
