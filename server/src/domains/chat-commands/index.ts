export { connectChannel } from "./connect-channel.ts"
export { disconnectChannel } from "./disconnect-channel.ts"
export { getChannel } from "./get-channel.ts"
export { listStreamelementsCommands } from "./list-streamelements-commands.ts"
