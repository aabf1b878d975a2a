import type { PageContent, Visit } from "../page.ts"

export function termsElsewhere({ settings }: Visit): string | undefined {
  return settings.termsUrl
}

export async function loadTerms({ app }: Visit) {
  return {
    head: { title: "Terms", description: `The terms of ${app.brandName} for sellers, buyers and visitors.` },
    data: { contact: app.admission.contact },
  } satisfies PageContent
}
