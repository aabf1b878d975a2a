import { isIP } from "node:net"

/** Returns the port, or throws. An IP address as host is checked here, since it is never looked up. */
export function checkAddress(url: URL, mayConnect: (address: string, port: number) => boolean): number {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error("Only http and https are fetched.")
  if (url.username !== "" || url.password !== "") throw new Error("The address carries credentials.")
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (isIP(host) !== 0 && !mayConnect(host, port)) throw new Error("The address is not public.")
  return port
}
