import { toast } from "../toast.ts"

export function sayPublished({ payUrl }: { payUrl: string | null }): void {
  const run = () => navigator.clipboard.writeText(payUrl ?? "")
  toast({ title: "Offer published", action: { label: "Copy link", run } })
}
