import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ButtonLink } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { NewTabHint, newTab } from "../../kit/text/new-tab.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { readOf, stale, useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { hasLink, type Offer } from "../offers/offer-state.ts"
import { Copied } from "../ui/copied.tsx"
import { ChangeButton } from "../ui/form.tsx"
import { sayPublished } from "./say-published.ts"

const words: Readonly<Record<Offer["state"], string>> = {
  draft: "Publish to get a permanent four-character link.",
  published: "Anyone with the link can buy.",
  paused: "Open checkouts can still be paid.",
  archived: "Publish again to restore the same link.",
}

/** The offer's state, its pay link, and the buttons that change the state. */
export function OfferSale({ offer }: { offer: Offer }) {
  const { state, payUrl, isSuspended, files, priceCents } = offer
  const problem = useQuery(readOf("get-selling", {})).data?.problem
  const isPublic = hasLink(offer)
  const isStuck = Boolean(problem) && priceCents > 0
  return (
    <Section title="Sale" below={isStuck && state === "published" ? "The link is public." : words[state]}>
      <div className="stack gap-4">
        {isSuspended && (
          <Notice tone="bad" title="This offer is suspended">
            Contact the operator.
          </Notice>
        )}
        {problem && isStuck && state !== "archived" && (
          <Notice tone="note" title={problem.message}>
            {problem.hint}
          </Notice>
        )}
        {payUrl && isPublic && <Copied text={payUrl} />}
        <div className="wrap middle gap-2">
          {mayAs("member") && <StateButton offer={offer} />}
          {payUrl && isPublic && (
            <ButtonLink variant="default" href={payUrl} {...newTab}>
              View pay page <NewTabHint />
            </ButtonLink>
          )}
          {mayAs("member") && (
            <Link to="/purchases" search={{ offer: offer.id } as never}>
              View purchases
            </Link>
          )}
        </div>
        {mayAs("member") && !isPublic && files.length === 0 && <p>Add a file first.</p>}
        {mayAs("member") && isPublic && <Archive offer={offer} />}
      </div>
    </Section>
  )
}

/** Publishes the offer, or pauses or resumes its sale. */
function StateButton({ offer }: { offer: Offer }) {
  const { id, state, files } = offer
  const publish = useChange("publish-offer", { makesStale: stale.offers, onDone: sayPublished })
  const pause = useChange("pause-offer", { makesStale: stale.offers })
  const resume = useChange("resume-offer", { makesStale: stale.offers })
  if (!hasLink(offer)) {
    return (
      <ChangeButton key="publish" label="Publish offer" disabled={files.length === 0} change={publish} input={{ id }} />
    )
  }
  if (state === "paused") {
    return <ChangeButton key="resume" label="Resume offer" change={resume} input={{ id }} />
  }
  return <ChangeButton key="pause" variant="default" label="Pause offer" change={pause} input={{ id }} />
}

function Archive({ offer: { id, title } }: { offer: Offer }) {
  const archive = useChange("archive-offer", { makesStale: stale.offers })
  return (
    <Unfold label="Archive" about={title}>
      <p>The link stops working until you publish again. Buyers keep their files.</p>
      <ChangeButton variant="danger" label="Archive offer" change={archive} input={{ id }} />
    </Unfold>
  )
}
