export const reasonWords = {
  phishing: "Phishing or fraud",
  malware: "Malware",
  copyright: "Copyright infringement",
  illegal: "Illegal content",
  other: "Other",
} as const

export type Reason = keyof typeof reasonWords
