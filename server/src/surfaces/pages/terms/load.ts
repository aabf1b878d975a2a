import type { TermsData } from "#contract/pages/terms.ts"
import type { PageContent, Visit } from "../page.ts"

/** The address of the installation's own terms, if it has any. */
export function termsElsewhere({ settings }: Visit): string | undefined {
  return settings.termsUrl
}

/** The terms of an installation without its own. */
export async function loadTerms({ app }: Visit): Promise<PageContent<TermsData>> {
  return {
    head: { title: "Terms", description: `What holds for everybody who uses ${app.brandName}.` },
    data: { contact: app.admission.contact },
  }
}
