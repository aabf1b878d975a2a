import { ButtonLink } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { NewTabHint, newTab } from "../../kit/text/new-tab.tsx"
import { useChange, useRead } from "../ask.ts"
import { ContactSection } from "../settings/contact-section.tsx"
import { Copied } from "../ui/copied.tsx"
import { ActionForm, ChangeButton, FieldLine, ParagraphsInput } from "../ui/form.tsx"
import { View as Frame } from "../ui/page.tsx"
import { LinksSection } from "./links-section.tsx"
import { OffersSection } from "./offers-section.tsx"
import type { SellerPage } from "./seller-page.ts"

/** The seller's public page: whether visitors see it, and what is on it. */
export function View() {
  const { data: page } = useRead("get-own-seller-page", {})
  const { data: workspace } = useRead("get-own-workspace", {})
  return (
    <Frame title="Seller page" isNarrow>
      {page && <ShownSection page={page} />}
      {page && <AboutSection about={page.about ?? ""} />}
      {workspace && <ContactSection contact={workspace.contact} />}
      {page && <OffersSection offers={page.offers} />}
      {page && <LinksSection links={page.links} />}
    </Frame>
  )
}

const makesStale = ["get-own-seller-page"] as const

function ShownSection({ page: { url, isShown } }: { page: SellerPage }) {
  const edit = useChange("edit-seller-page", { makesStale })
  const below = isShown
    ? "Your page is public. Search engines can list it."
    : "Your page is off. Switch it on to put its link in your bio."
  return (
    <Section title="Page" below={below}>
      {isShown && <Copied text={url} />}
      <FieldLine>
        <ChangeButton
          key={String(isShown)}
          variant={isShown ? "default" : "filled"}
          label={isShown ? "Switch page off" : "Switch page on"}
          change={edit}
          input={{ isShown: !isShown }}
        />
        {isShown && (
          <span>
            <ButtonLink variant="default" href={new URL(url).pathname} {...newTab}>
              View page <NewTabHint />
            </ButtonLink>
          </span>
        )}
      </FieldLine>
    </Section>
  )
}

function AboutSection({ about }: { about: string }) {
  const edit = useChange("edit-seller-page", { makesStale, isForm: true, says: "Text saved" })
  return (
    <Section title="About" below="Who you are and what you make, in up to 500 characters.">
      <ActionForm change={edit} submit="Save" tone="default" toInput={({ about = "" }) => ({ about })}>
        <ParagraphsInput name="about" label="Text" defaultValue={about} rows={5} maxLength={500} dir="auto" />
      </ActionForm>
    </Section>
  )
}
