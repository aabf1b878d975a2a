/** Days without a change after which a conversation is deleted, unless the workspace's owner chose otherwise. */
export const conversationDaysKept = 180
