import type { PrivacyData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Prose } from "../../kit/text/prose.tsx"

/** Retention periods: `docs/retention.md` in the words of users. */
const retention: readonly [what: string, howLong: string][] = [
  ["Your account: email, name, passkeys", "Until you erase it"],
  ["Sessions, with the browser’s name", "Until you sign out, or they expire"],
  ["Sign-in codes and links", "10 minutes"],
  ["Invitations to a workspace", "Until used or canceled, at most two weeks"],
  ["Purchases: email, offer, amount", "Permanently, once charged or delivered"],
  ["Unpaid checkouts", "90 days"],
  ["Clicks on a short link, by day, device, referrer and country", "One year; no IP addresses"],
  ["Links, docs, files and folders in trash", "30 days; longer for sold files"],
  ["Activity of connected apps", "180 days"],
  ["Events for a workspace’s webhooks, with the email of a buyer or new member", "30 days"],
  ["Working hours and calendar addresses", "Until you remove them or leave the workspace"],
  ["Abuse reports and the reporter’s email", "One year after closing"],
]

/** The default privacy page, for installations without their own. */
export function Page({ contact }: PrivacyData) {
  const { brandName } = useHouse()
  return (
    <Frame width="wide">
      <Heading>Privacy</Heading>
      <Prose>
        <p>
          The operator of this {brandName} service is responsible: <a href={`mailto:${contact}`}>{contact}</a>. We show
          no ads and sell no data. The only third-party scripts are those of the payment form.
        </p>
        <WhatIsKept />
        <NetworkAddress />
        <Cookies />
        <WhoElse />
        <WhatYouCanDo contact={contact} />
      </Prose>
    </Frame>
  )
}

function WhatIsKept() {
  return (
    <>
      <h2>Data we keep</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Data</th>
            <th scope="col">Kept for</th>
          </tr>
        </thead>
        <tbody>
          {retention.map(([what, howLong]) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{howLong}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Docs, files and offers are kept until their workspace deletes them. The operator keeps backups.</p>
    </>
  )
}

function NetworkAddress() {
  return (
    <>
      <h2>Your IP address</h2>
      <p>
        We count requests per network for a minute or an hour to prevent abuse. Logs and open checkouts store only a
        fingerprint of the network, which does not reveal the address.
      </p>
    </>
  )
}

function Cookies() {
  return (
    <>
      <h2>Cookies</h2>
      <p>
        We use only required cookies: for your session, for forms and sign-in, to recognize a browser that signed in
        before, to recognize a browser that paid, to resume downloads, and to keep your theme. None track you across
        sites.
      </p>
    </>
  )
}

function WhoElse() {
  return (
    <>
      <h2>Who we share data with</h2>
      <ul>
        <li>The payment processor gets your payment details. This service never sees card numbers.</li>
        <li>Sellers see the email you bought with.</li>
        <li>Members of a workspace see each other’s names, emails and hours.</li>
        <li>A workspace can send events to its own systems, such as a sale with your email.</li>
        <li>Apps you connect see what you allow, until you disconnect them.</li>
      </ul>
    </>
  )
}

function WhatYouCanDo({ contact }: PrivacyData) {
  return (
    <>
      <h2>Your choices</h2>
      <p>
        In your account you can export your data, end sessions, disconnect apps and erase the account. Purchases keep
        the email they were bought with, for accounting. For everything else, write to{" "}
        <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    </>
  )
}
