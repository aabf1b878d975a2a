/** Why a doc cannot be written any more as it is open here. */
export type End = "signed-out" | "no-access" | "gone" | "too-old" | "refused"

/** What the end of a connection asks for. */
export type AfterClose = End | "connect-again" | "ask-again"

/** How often in a row the service may refuse what this browser has before it is taken for its last word. */
const mostRefusals = 3

/** What the numbers that the service ends a connection with mean. `refusals`: how many were refusals, this one too. */
export function afterClose(code: number, refusals: number): AfterClose {
  if (code === 4401) return "signed-out"
  if (code === 4403) return "ask-again"
  if (code === 4404) return "gone"
  if (code === 4409) return "too-old"
  return isRefusal(code) && refusals >= mostRefusals ? "refused" : "connect-again"
}

/** Whether the service would not take what was sent: too large, too much at once, or not to be read. */
export const isRefusal = (code: number): boolean => code === 1008 || code === 1009
