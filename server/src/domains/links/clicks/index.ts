export { readClickSource } from "./click-source.ts"
export { linkFollower } from "./follow-link.ts"
export { getLinkStats } from "./get-link-stats.ts"
export { sweepLinkDays } from "./sweep-link-days.ts"
