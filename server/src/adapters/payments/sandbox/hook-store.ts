import type { SandboxFile } from "./file.ts"

interface HookRow {
  account: string
  id: string
  url: string
  secret: string
}

export function findHookRow(file: SandboxFile, processorAccount: string): HookRow | undefined {
  return file.row<HookRow>("select * from hooks where account = ?", processorAccount)
}

export function putHookRow(file: SandboxFile, hook: HookRow): void {
  removeHookRow(file, hook.account)
  file.insert("hooks", { ...hook })
}

export function listHookUrls(file: SandboxFile): string[] {
  return file.rows<HookRow>("select * from hooks order by account").map(({ url }) => url)
}

export function removeHookRow(file: SandboxFile, processorAccount: string): void {
  file.run("delete from hooks where account = ?", processorAccount)
}
