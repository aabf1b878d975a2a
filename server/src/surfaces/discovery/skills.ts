/** A task with instructions for agents, in the form of agentskills.io. */
export interface Skill {
  /** Lower case with hyphens: the folder it is served in. */
  readonly name: string
  /** Its purpose and when to use it; at most 1024 characters. */
  readonly description: string
}

export const skills: readonly Skill[] = [
  {
    name: "authenticate",
    description:
      "Connect to a workspace: OAuth 2.0 authorization code with PKCE, from discovery to the first tool call. Use it before any tool, and when a call is answered with 401 or 403.",
  },
  {
    name: "buy-through-a-pay-link",
    description:
      "Look up an offer behind a pay link, find out what a gift code is worth, let the person pay, and get the delivery link. Needs no account. Use it when somebody shares a pay link or wants to buy what is behind it.",
  },
  {
    name: "short-links",
    description:
      "Create short links and read their click counts in a connected workspace. Use it when somebody wants an address shortened, or asks how often one was opened.",
  },
  {
    name: "take-in-files",
    description:
      "Make an upload link and send files through it into the drive of a connected workspace. Use it when somebody wants a file stored, or wants to collect files from people without an account.",
  },
  {
    name: "check-a-slug-or-domain",
    description:
      "Check whether a workspace name is free, and whether a domain carries the TXT record that proves whose it is. Needs no account. Use it before a workspace is made or a custom domain is attached.",
  },
]
