import type { SandboxFile } from "./file.ts"

export interface FaultRow {
  id: number
  operation: string
  kind: string
  /** How many calls succeed before it. */
  after: number
  /** How many calls it hits. */
  times: number
  ms: number
  count: number
}

export function insertFault(file: SandboxFile, fault: Omit<FaultRow, "id">): void {
  file.insert("faults", fault)
}

export function listFaultRows(file: SandboxFile): FaultRow[] {
  return file.rows<FaultRow>("select * from faults order by id")
}

export function removeFaults(file: SandboxFile): void {
  file.run("delete from faults")
}

/** Counts the call for the other faults. `group` is a group of operations that includes this one. */
export function takeFaultRow(file: SandboxFile, operation: string, group: string): FaultRow | undefined {
  const matching = "operation in (?, ?)"
  const first = `select * from faults where ${matching} and after = 0 order by id limit 1`
  const due = file.row<FaultRow>(first, operation, group)
  file.run(`update faults set after = after - 1 where ${matching} and after > 0`, operation, group)
  if (due) file.run("update faults set times = times - 1 where id = ?", due.id)
  file.run("delete from faults where times <= 0")
  return due
}
