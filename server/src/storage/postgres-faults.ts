import { DatabaseError } from "pg"

/** The server ends the session with these: it is shut down, restarts, or has waited too long for us. */
const endings = /^(57P0[1-5]|25P03|25P04|08...)$/
/** The server lives and cannot do its work: no room, no memory, too many sessions, a broken disk, or it may only read. */
const incapacities = /^(53...|58...|25006|57014)$/

/** Whether the session goes on after this fault of a query: it is the server's answer. All else is a lost connection. */
export function isAnswer(fault: unknown): fault is DatabaseError {
  return fault instanceof DatabaseError && !endings.test(fault.code ?? "")
}

/** Whether an answer says that the server is in no state to work, whatever it is asked. */
export function isIncapacity({ code = "" }: DatabaseError): boolean {
  return incapacities.test(code)
}

/** Whether it is a replica, or was told to refuse writes; the same address may lead to another server by now. */
export function mayOnlyRead({ code }: DatabaseError): boolean {
  return code === "25006"
}
