import type { TermsData } from "../../../../server/src/contract/pages/terms.ts"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Prose } from "../../kit/prose.tsx"

/** The default terms, for installations without their own. */
export function Page({ contact }: TermsData) {
  return (
    <Frame width="wide">
      <Heading below="What holds for everybody who uses this service, in plain words.">Terms</Heading>
      <Prose>
        <WhoIsWho contact={contact} />
        <YourAccount />
        <WhatHasNoPlace contact={contact} />
        <BuyingAndSelling />
        <WhatIsPromised />
        <h2>Changes</h2>
        <p>When these terms change, this page does. Who does not agree any more can leave with all that is theirs.</p>
      </Prose>
    </Frame>
  )
}

function WhoIsWho({ contact }: TermsData) {
  const { brandName } = useHouse()
  return (
    <>
      <h2>Who is who</h2>
      <p>
        This installation of {brandName} is run by whoever reads <a href={`mailto:${contact}`}>{contact}</a>. What
        people put into it, and what they sell with it, is theirs: for a purchase, the seller that the pay page names is
        the other side of the contract.
      </p>
    </>
  )
}

function YourAccount() {
  return (
    <>
      <h2>Your account and your workspaces</h2>
      <ul>
        <li>Keep your mailbox and your passkeys to yourself: whoever has them can sign in as you.</li>
        <li>What members and connected apps do in a workspace counts as done by those who let them in.</li>
        <li>You can erase your account on its page, unless others need you as the only owner of a workspace.</li>
      </ul>
    </>
  )
}

function WhatHasNoPlace({ contact }: TermsData) {
  return (
    <>
      <h2>What has no place here</h2>
      <ul>
        <li>Phishing, fraud, malware, and links that hide where they lead in order to harm.</li>
        <li>What infringes somebody’s rights, such as files that you may not hand on.</li>
        <li>What is illegal where you or those who run this service are.</li>
        <li>Attacks on the service, and getting around its limits.</li>
      </ul>
      <p>
        Anybody can <a href="/report">report</a> such things. A link, an offer or a workspace can then be suspended at
        once; its members are told why by mail, and nothing of it is deleted by that. If it was a mistake, write to{" "}
        <a href={`mailto:${contact}`}>{contact}</a>, and it is lifted.
      </p>
    </>
  )
}

function BuyingAndSelling() {
  return (
    <>
      <h2>Buying and selling</h2>
      <ul>
        <li>Cards are charged by the payment processor, never by this service itself, and no card number is kept.</li>
        <li>
          Whoever is charged gets what they paid for, or their money back. A payment for which neither can be done by
          itself goes to a list, and the seller and those who run the service decide about it.
        </li>
        <li>A refund or a dispute that the seller loses ends the delivery.</li>
      </ul>
    </>
  )
}

function WhatIsPromised() {
  return (
    <>
      <h2>What is promised, and what is not</h2>
      <p>
        The service is offered as it is. It is looked after with care, but nobody promises that it is always there; keep
        copies of what you cannot lose. What the law where you live grants you beyond this, you keep.
      </p>
    </>
  )
}
