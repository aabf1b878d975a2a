import type { Addresses } from "#kernel/addresses.ts"
import { demo } from "./demo-data.ts"

/** Returns the text that is printed after the start: the addresses, and shell commands to try, each of which works. */
export function welcome({ base }: Addresses, signInLink: string): string {
  const post = (path: string, body: string) => `curl -s ${base}${path} -H 'content-type: application/json' -d ${body}`
  const pick = (field: string) => `sed 's/.*"${field}":"\\([^"]*\\)".*/\\1/'`
  const steps: [what: string, line: string][] = [
    ["Is a workspace name free?", `curl -s '${base}/api/onboard/check-slug?slug=my-studio'`],
    ["Look at the offer", `curl -s ${base}/api/pay/${demo.shortKey}`],
    [
      "Check out (keeps the session's id)",
      `SESSION=$(${post(`/api/pay/${demo.shortKey}/checkout`, `'{"buyerEmail":"buyer'$(date +%s)'@example.com"}'`)} | ${pick("sessionId")}); echo $SESSION`,
    ],
    ["Pay in the sandbox; no money moves", post("/sandbox/sessions/$SESSION/pay", `'{"card":"4242424242424242"}'`)],
    [
      "Verify the payment (keeps the delivery link)",
      `DELIVERY=$(${post(`/api/pay/${demo.shortKey}/verify`, `'{"sessionId":"'$SESSION'"}'`)} | ${pick("deliveryUrl")}); echo $DELIVERY`,
    ],
    ["List the files that were bought", `curl -s -H 'accept: application/json' $DELIVERY`],
    ["What is a gift code worth?", post(`/api/pay/${demo.shortKey}/gift`, `'{"code":"${demo.amountCode}"}'`)],
    [
      "Take the offer with a code for the whole price",
      post(
        `/api/pay/${demo.shortKey}/gift`,
        `'{"code":"${demo.fullCode}","buyerEmail":"friend'$(date +%s)'@example.com"}'`,
      ),
    ],
    ["Draw a preview card", `curl -s -o card.png '${base}/api/og?title=Hello&description=From%20the%20studio'`],
  ]
  return `
Atelier runs at ${base}

  the demo offer   ${base}/pay/${demo.shortKey}
  its seller       ${demo.email}, workspace ${demo.slug}
  sign in as them  ${signInLink}
                   (works once, today; later ask for a code at ${base}/sign-in and read it in the outbox folder)
  gift codes       ${demo.amountCode} (USD 5.00), ${demo.fullCode} (the whole price)

Try it in another terminal:

${steps.map(([what, line]) => `  # ${what}\n  ${line}\n`).join("\n")}
`
}
