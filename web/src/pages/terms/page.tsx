import type { TermsData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Prose } from "../../kit/text/prose.tsx"

/** The default terms, for installations without their own. */
export function Page({ contact }: TermsData) {
  return (
    <Frame width="wide">
      <Heading>Terms</Heading>
      <Prose>
        <WhoIsWho contact={contact} />
        <YourAccount />
        <WhatHasNoPlace contact={contact} />
        <BuyingAndSelling />
        <WhatIsPromised />
        <h2>Changes</h2>
        <p>We update this page when these terms change. If you disagree, you can export your data and leave.</p>
      </Prose>
    </Frame>
  )
}

function WhoIsWho({ contact }: TermsData) {
  const { brandName } = useHouse()
  return (
    <>
      <h2>Who we are</h2>
      <p>
        To reach the operator of this {brandName} service, write to <a href={`mailto:${contact}`}>{contact}</a>. You own
        what you upload and sell here. A purchase is a contract between the buyer and the seller named on the pay page.
      </p>
    </>
  )
}

function YourAccount() {
  return (
    <>
      <h2>Accounts and workspaces</h2>
      <ul>
        <li>Keep your email account and passkeys secure: anyone with access can sign in as you.</li>
        <li>You are responsible for the members and apps you let into a workspace.</li>
        <li>You can erase your account unless you are the only owner of a shared workspace.</li>
      </ul>
    </>
  )
}

function WhatHasNoPlace({ contact }: TermsData) {
  return (
    <>
      <h2>Prohibited content</h2>
      <ul>
        <li>Phishing, fraud, malware, and links that hide a harmful destination.</li>
        <li>Content that infringes others’ rights, such as files you may not share.</li>
        <li>Content that is illegal where you or the operator are.</li>
        <li>Attacks on the service and attempts to bypass its limits.</li>
      </ul>
      <p>
        Anyone can <a href="/report">report</a> such content. We may suspend a link, an offer or a workspace
        immediately. Its members are emailed the reason, and nothing is deleted. If it was a mistake, write to{" "}
        <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    </>
  )
}

function BuyingAndSelling() {
  return (
    <>
      <h2>Buying and selling</h2>
      <ul>
        <li>The payment processor charges cards. This service never stores card numbers.</li>
        <li>
          Buyers get what they paid for or a refund. If neither works automatically, the seller and the operator decide.
        </li>
        <li>A refund or a dispute that the seller loses ends access to the files.</li>
      </ul>
    </>
  )
}

function WhatIsPromised() {
  return (
    <>
      <h2>Warranty</h2>
      <p>
        The service is provided as is, without a guarantee of availability. Keep copies of important files. Your
        statutory rights are not affected.
      </p>
    </>
  )
}
