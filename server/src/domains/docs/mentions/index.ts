export { accountsNamed, clientsNaming } from "./mentions-in.ts"
export { tellMentions } from "./tell-mentions.ts"
