const happenings: Record<string, string> = {
  granted: "You allowed it",
  revoked: "You ended it",
  ended_by_admin: "An admin of the workspace ended it",
  no_longer_member: "Ended: no longer a member",
  left_out: "You took this workspace from it",
  left_out_by_admin: "An admin took this workspace from it",
  code_replayed: "Ended: its code was used twice",
  refresh_token_reused: "Ended: a used token came again",
}

const outcomes: Record<string, string> = {
  ok: "done",
  replayed: "done before, answered again",
  invalid_request: "refused: the input was wrong",
  insufficient_scope: "refused: you did not allow that",
  workspace_forbidden: "refused: not in that workspace, or not with your role",
  not_found: "refused: there is no such thing",
  conflict: "refused: it clashed with what is there",
  rate_limited: "refused: too many calls",
  upstream_error: "failed: another service did not answer",
  internal_error: "failed on our side",
}

/** What happened to the connection itself. */
export function happeningInWords(outcome: string): string {
  return happenings[outcome] ?? plain(outcome)
}

/** What became of a call. */
export function outcomeInWords(outcome: string): string {
  return outcomes[outcome] ?? `refused: ${plain(outcome)}`
}

const plain = (code: string) => code.replaceAll("_", " ")
