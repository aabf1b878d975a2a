export { accountsNamed, clientsNaming } from "./mentions-in.ts"
export { notifyNewMentions } from "./notify-new-mentions.ts"
