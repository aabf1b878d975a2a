import { createServer, type Server } from "node:https"
import type { TestContext } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { listen } from "../http/listen.ts"
import { dnsServer } from "./dns-server.ts"

/** The response of the calendar's server, until it is changed. */
export interface CalendarAnswer {
  status?: number
  body?: string | Buffer
  headers?: Record<string, string>
  /** Runs before the response is sent. */
  first?: () => Promise<unknown>
}

export interface CalendarServer {
  /** `https://calendar.example:<port>/secret-token.ics`. */
  url: string
  /** For `world`: the name server that resolves the calendar's name, and the address that may be fetched. */
  options: { dnsServers: string[]; fetchable: string }
  answer: CalendarAnswer
  /** The headers of all requests so far. */
  requests: Record<string, string | string[] | undefined>[]
}

/** A server of a personal calendar, over https, that plays a public one; closed after the test. */
export async function calendarServer(t: TestContext): Promise<CalendarServer> {
  setDefaultCACertificates([...getCACertificates(), certificate])
  const requests: CalendarServer["requests"] = []
  const server: Server = createServer({ key, cert: certificate }, (request, response) => {
    requests.push({ ...request.headers, path: request.url ?? "" })
    const { status = 200, body = "", headers = {}, first } = calendar.answer
    const send = () => response.writeHead(status, headers).end(status === 304 ? undefined : body)
    if (first) first().then(send, () => response.destroy())
    else send()
  })
  const port = await listen(t, server)
  const dns = await dnsServer(t)
  dns.answer("A", "calendar.example", ["127.0.0.1"])
  const calendar: CalendarServer = {
    url: `https://calendar.example:${port}/secret-token.ics`,
    options: { dnsServers: [dns.address], fetchable: `127.0.0.1:${port}` },
    answer: {},
    requests,
  }
  return calendar
}

/** For `calendar.example`, and only for these tests: no other code trusts or uses it. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBqTCCAVCgAwIBAgIULRPY7f5fm6ZPwrqoFgsUqtWNWHYwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQY2FsZW5kYXIuZXhhbXBsZTAgFw0yNjExMjAxNzM3NThaGA8y
MTI2MTAyNzE3Mzc1OFowGzEZMBcGA1UEAwwQY2FsZW5kYXIuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABI175tpm90c9cRCcIBb8IeS6bChwO2jIzg+X
SwcH1VsaTM/EQ+oaSQf55DUPHFidBE0sf7qTafyKLyHIoKO+teujcDBuMB0GA1Ud
DgQWBBSCeExZwmsw92R+WTxjedmvSQoUejAfBgNVHSMEGDAWgBSCeExZwmsw92R+
WTxjedmvSQoUejAbBgNVHREEFDASghBjYWxlbmRhci5leGFtcGxlMA8GA1UdEwEB
/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgNDjyKZluCT+xU/BjdA5gyyLKXQWt
X7zqB3JWtpw5meYCIE2bGrT6tuAek+2bZtKaLQhKn9pewJaUnWY7Sf5cYqKX
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQScMQFRRDNjm0sc0
TTE//kAXcZzrGoZK8qkEpjFUsb6hRANCAASNe+baZvdHPXEQnCAW/CHkumwocDto
yM4Pl0sHB9VbGkzPxEPqGkkH+eQ1DxxYnQRNLH+6k2n8ii8hyKCjvrXr
-----END PRIVATE KEY-----`
