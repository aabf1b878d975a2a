import type { ConsoleRow } from "./console-row.ts"

/** The assistant's code is loaded at the first request for it. */
const assistant = () => import("#domains/assistant/on-demand.ts")

const servers = () => import("#domains/tool-servers/on-demand.ts")

export const assistantActions = {
  "ask-assistant": { does: async () => (await assistant()).askAssistant, method: "POST" },
  "choose-tool": { does: async () => (await assistant()).chooseTool, method: "POST" },
  "decide-calls": { does: async () => (await assistant()).decideCalls, method: "POST" },
  "delete-conversation": { does: async () => (await assistant()).deleteConversation, method: "POST" },
  "get-assistant-settings": { does: async () => (await assistant()).getAssistantSettings, method: "GET" },
  "get-call-answer": { does: async () => (await assistant()).getCallAnswer, method: "GET" },
  "get-conversation": { does: async () => (await assistant()).getConversation, method: "GET" },
  "list-assistant-entries": { does: async () => (await assistant()).listAssistantEntries, method: "GET" },
  "list-conversations": { does: async () => (await assistant()).listConversations, method: "GET" },
  "preview-tool-permissions": { does: async () => (await assistant()).previewToolPermissions, method: "GET" },
  "rename-conversation": { does: async () => (await assistant()).renameConversation, method: "POST" },
  "retry-run": { does: async () => (await assistant()).retryRun, method: "POST" },
  "set-assistant": { does: async () => (await assistant()).setAssistant, method: "POST" },
  "set-tool-permissions": { does: async () => (await assistant()).setToolPermissions, method: "POST" },
  "show-branch": { does: async () => (await assistant()).showBranch, method: "POST" },
  "stop-run": { does: async () => (await assistant()).stopRun, method: "POST" },
  "take-file-out": { does: async () => (await assistant()).takeFileOut, method: "POST" },
  "undo-calls": { does: async () => (await assistant()).undoCalls, method: "POST" },
  "attach-tool-server": { does: async () => (await servers()).attachToolServer, method: "POST" },
  "check-tool-server": { does: async () => (await servers()).checkToolServer, method: "POST" },
  "detach-tool-server": { does: async () => (await servers()).detachToolServer, method: "POST" },
  "get-tool-server": { does: async () => (await servers()).getToolServer, method: "GET" },
  "list-tool-servers": { does: async () => (await servers()).listToolServers, method: "GET" },
  "pause-tool-server": { does: async () => (await servers()).pauseToolServer, method: "POST" },
  "resume-tool-server": { does: async () => (await servers()).resumeToolServer, method: "POST" },
  "review-tool-server": { does: async () => (await servers()).reviewToolServer, method: "POST" },
  "sign-in-to-tool-server": { does: async () => (await servers()).signInToToolServer, method: "POST" },
  "sign-out-of-tool-server": { does: async () => (await servers()).signOutOfToolServer, method: "POST" },
} as const satisfies Record<string, ConsoleRow>
