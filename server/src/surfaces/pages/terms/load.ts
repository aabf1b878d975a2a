import type { TermsData } from "#contract/pages/terms.ts"
import type { PageContent, Visit } from "../page.ts"

export function termsElsewhere({ settings }: Visit): string | undefined {
  return settings.termsUrl
}

export async function loadTerms({ app }: Visit): Promise<PageContent<TermsData>> {
  return {
    head: { title: "Terms", description: `Terms of ${app.brandName}.` },
    data: { contact: app.admission.contact },
  }
}
