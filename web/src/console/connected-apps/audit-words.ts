const happenings: Record<string, string> = {
  granted: "Connected by {who}",
  revoked: "Disconnected by {who}",
  ended_by_admin: "Disconnected by an admin",
  no_longer_member: "Disconnected: no longer a member",
  left_out: "Removed from this workspace by {who}",
  left_out_by_admin: "Removed from this workspace by an admin",
  code_replayed: "Disconnected: code used twice",
  refresh_token_reused: "Disconnected: token reused",
}

const outcomes: Record<string, string> = {
  ok: "Done",
  replayed: "Repeated",
  invalid_request: "Refused: invalid input",
  insufficient_scope: "Refused: no permission",
  workspace_forbidden: "Refused: no access to workspace",
  not_found: "Refused: not found",
  conflict: "Refused: conflict",
  rate_limited: "Refused: too many requests",
  upstream_error: "Failed: service unavailable",
  internal_error: "Failed",
}

/** An event of the connection itself; `isOwn`: it belongs to the reader. */
export function happeningInWords(outcome: string, isOwn: boolean): string {
  return (happenings[outcome] ?? plain(outcome)).replace("{who}", isOwn ? "you" : "the member")
}

export function outcomeInWords(outcome: string): string {
  return outcomes[outcome] ?? `Refused: ${plain(outcome)}`
}

const plain = (code: string) => code.replaceAll("_", " ")
