export const reasonWords = {
  phishing: "Phishing or fraud",
  malware: "Malware",
  copyright: "Somebody else’s copyright",
  illegal: "Illegal content",
  other: "Something else",
} as const

export type Reason = keyof typeof reasonWords
