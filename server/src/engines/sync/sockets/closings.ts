export interface Closing {
  readonly code: number
  readonly reason: string
}

/** A code stands for a reaction: sign in, reconnect to learn the access, leave, reload, or keep changes and retry. */
export const closings = {
  signedOut: { code: 4401, reason: "signed out" },
  noAccess: { code: 4403, reason: "no access" },
  otherRole: { code: 4403, reason: "role changed" },
  noSuchDoc: { code: 4404, reason: "no such doc" },
  tooOld: { code: 4409, reason: "editor too old" },
  tooNew: { code: 4426, reason: "doc newer than the service" },
  malformed: { code: 1008, reason: "malformed" },
  hostile: { code: 1008, reason: "update refused" },
  tooFast: { code: 4429, reason: "too much at once" },
  unread: { code: 4429, reason: "not read" },
  tooManySockets: { code: 4420, reason: "too many sockets" },
  tooManyDocs: { code: 4420, reason: "too many docs" },
  docIsFull: { code: 4423, reason: "too many people" },
  noRoom: { code: 4507, reason: "no storage left" },
  tooBig: { code: 1009, reason: "too big" },
  failed: { code: 1011, reason: "try again" },
  sendAtOnce: { code: 1012, reason: "send one difference" },
  restart: { code: 1012, reason: "restart" },
} as const satisfies Record<string, Closing>

/** Maps an error of `ws`, which refuses malformed frames and messages over the limit. */
export function closingFor({ code }: { code?: string }): Closing {
  return code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" ? closings.tooBig : closings.malformed
}
