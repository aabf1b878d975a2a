import { DatabaseError } from "pg"

/** Codes with which the server ends the session: it shuts down, restarts, or has waited too long for this client. */
const endings = /^(57P0[1-5]|25P03|25P04|08...)$/
/** Codes of a live server that cannot work: no disk, no memory, too many sessions, a disk fault, a timeout. */
const incapacities = /^(53...|58...|25006|57014)$/

/** Whether a fault is the server's response to a query. Any other fault is a lost connection. */
export function isAnswer(fault: unknown): fault is DatabaseError {
  return fault instanceof DatabaseError && !endings.test(fault.code ?? "")
}

export function isIncapacity({ code = "" }: DatabaseError): boolean {
  return incapacities.test(code)
}

/** Whether the server is a replica or read-only. The same address may lead to another server by now. */
export function mayOnlyRead({ code }: DatabaseError): boolean {
  return code === "25006"
}
