export { branchOf, endOf, siblingsAmong } from "./branch.ts"
export { conversationId, noSuchConversation } from "./conversation-input.ts"
export {
  type ConversationRow,
  findConversation,
  findOwnConversation,
  insertConversation,
  insertMessage,
  listMessages,
  lockAndReadConversation,
  lockConversation,
  lockOwnConversation,
  type MessageRow,
  measureConversation,
  updateConversation,
  updateMessage,
} from "./conversation-store.ts"
export { deleteConversation } from "./delete-conversation.ts"
export { followConversation } from "./follow-conversation.ts"
export { listConversations } from "./list-conversations.ts"
export { renameConversation } from "./rename-conversation.ts"
export { shownState } from "./run-state.ts"
