export { claimSlug } from "./slug-store.ts"
export { readWishedSlug, workspaceSlugTaken } from "./wished-slug.ts"
export { announceWorkspace, workspaceEvents } from "./workspace-events.ts"
