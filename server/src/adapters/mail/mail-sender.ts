import type { Settings } from "#config/settings.ts"

/** RFC 8058 section 4 wants both fields of List-Unsubscribe signed. Fields that a message lacks are left out. */
const signedFields =
  "From:Reply-To:To:Subject:Date:Message-ID:In-Reply-To:References:MIME-Version:Content-Type:" +
  "Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post"

export type SenderSettings = Pick<
  Settings,
  "mailFrom" | "mailBounces" | "mailDkimKey" | "mailDkimSelector" | "addresses"
>

export interface MailSender {
  readonly from: string
  /** The name with which this service greets a server. */
  readonly host: string
  envelopeOf(bounceToken: string | undefined): string
  readonly dkim?: { domainName: string; keySelector: string; privateKey: string; headerFieldNames: string }
}

export function openSender(settings: SenderSettings): MailSender {
  const { mailFrom: from, mailBounces: bounces, mailDkimKey: privateKey, mailDkimSelector: keySelector } = settings
  const [, domainName = ""] = from.split("@")
  const [bounceName, bounceHost] = bounces?.split("@") ?? []
  return {
    from,
    host: greetingOf(new URL(settings.addresses.base).hostname),
    envelopeOf: (token) => (bounceHost && token ? `${bounceName}+${token}@${bounceHost}` : (bounces ?? from)),
    ...(privateKey && { dkim: { domainName, keySelector, privateKey, headerFieldNames: signedFields } }),
  }
}

/** RFC 5321 section 4.1.3: an address is written in brackets. */
function greetingOf(hostname: string): string {
  if (hostname.startsWith("[")) return `[IPv6:${hostname.slice(1)}`
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname
}
