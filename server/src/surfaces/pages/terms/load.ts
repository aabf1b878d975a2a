import type { TermsData } from "#contract/pages/terms.ts"
import type { PageContent, Visit } from "../page.ts"

/** The terms that the installation has at an address of its own, if it has any. */
export function termsElsewhere({ settings }: Visit): string | undefined {
  return settings.termsUrl
}

/** The terms of an installation that has none of its own. */
export async function loadTerms({ app }: Visit): Promise<PageContent<TermsData>> {
  return {
    head: { title: "Terms", description: `What holds for everybody who uses ${app.brandName}.` },
    data: { contact: app.admission.contact },
  }
}
