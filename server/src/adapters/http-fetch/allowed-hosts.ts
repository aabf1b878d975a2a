import type { RequestOptions } from "./request.ts"

/** Which hosts a setting allows: `SVC_TOOL_SERVERS`, `SVC_WEBHOOKS`. `isAllowed` adds this machine, for developers. */
export interface AllowedHosts extends Pick<RequestOptions, "isAllowed"> {
  readonly hosts: "off" | "any" | readonly string[]
}

export function allowHosts({ hosts, isAllowed }: AllowedHosts) {
  const isHere = (host: string) => host === "localhost" || host === "127.0.0.1"
  return {
    isOff: hosts === "off" && isAllowed === undefined,
    allows: ({ hostname: host }: URL) =>
      hosts === "any" || (hosts !== "off" && hosts.includes(host)) || (isHere(host) && isAllowed !== undefined),
  }
}
