import type { PrivacyData } from "../../../../server/src/contract/pages/privacy.ts"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Prose } from "../../kit/prose.tsx"

/** Retention periods: `docs/retention.md` in the words of users. */
const kept: readonly [what: string, howLong: string][] = [
  ["Your account: address, name, passkeys", "Until you erase it"],
  ["Sessions, each with a browser’s name such as “Firefox on Linux”", "Until you end them, or they rest too long"],
  ["Sign-in codes and links", "Ten minutes"],
  ["Invitations to a workspace", "Until used, taken back, or two weeks old"],
  ["What a purchase was: address, offer, amount", "For good, once anything was charged or handed over"],
  ["A checkout that was never paid", "90 days"],
  [
    "Clicks on a short link, by day, kind of device, referring site and country",
    "A year; no visitor’s address is kept",
  ],
  ["Links, docs, files and folders in the trash", "30 days; longer for a file that a buyer has bought"],
  ["What connected apps did in your name", "180 days"],
  ["Working hours and calendar addresses", "Until you remove them or leave the workspace"],
  ["Reports of abuse, and the address for an answer", "A year after they were closed"],
]

/** The default privacy page, for installations without their own. */
export function Page({ contact }: PrivacyData) {
  const { brandName } = useHouse()
  return (
    <Frame width="wide">
      <Heading below={`What ${brandName} keeps of people, why, and for how long.`}>Privacy</Heading>
      <Prose>
        <p>
          Responsible is whoever runs this installation: <a href={`mailto:${contact}`}>{contact}</a>. There is no
          advertising, nothing is sold, and no page loads scripts of third parties but for a payment form.
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
      <h2>What is kept</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">How long</th>
          </tr>
        </thead>
        <tbody>
          {kept.map(([what, howLong]) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{howLong}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        What people write into docs, files and offers stays as long as their workspace keeps it. Backups of the whole
        are in the hands of those who run the service.
      </p>
    </>
  )
}

function NetworkAddress() {
  return (
    <>
      <h2>Your network address</h2>
      <p>
        Requests are counted by network, for a minute or an hour, so that nobody can flood the service. The log names a
        network by a fingerprint from which the address cannot be read, and an open checkout does the same until it has
        ended.
      </p>
    </>
  )
}

function Cookies() {
  return (
    <>
      <h2>Cookies</h2>
      <p>
        Only those that the service needs: one for your session, one that tells browsers apart while you sign in or fill
        in a form, one that remembers that this browser has signed in before, one that shows that this browser paid, and
        one that lets it go on with a download that it began. None follows you elsewhere.
      </p>
    </>
  )
}

function WhoElse() {
  return (
    <>
      <h2>Who else gets something</h2>
      <ul>
        <li>The payment processor gets what a payment needs. It takes card numbers; this service never sees them.</li>
        <li>A seller sees the address that you bought with.</li>
        <li>Members of a workspace see each other’s names, addresses and hours.</li>
        <li>An app that you connect sees what you allowed it, until you end it.</li>
      </ul>
    </>
  )
}

function WhatYouCanDo({ contact }: PrivacyData) {
  return (
    <>
      <h2>What you can do</h2>
      <p>
        On the page of your account you take your data along, end sessions and connections, and erase the account. What
        others need for their books stays: a purchase keeps the address that it was bought with. For everything else,
        write to <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    </>
  )
}
