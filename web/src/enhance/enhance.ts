import "./local-times.ts"
import "./menu.ts"
import "./passkey.ts"
import "./send-once.ts"
import "./sign-out.ts"
import "./theme.ts"
import "./unsent.ts"

/** The scripts of pages without React. Each module handles the elements with its attributes, on any page. */
const hasAgent = Boolean(document.modelContext ?? navigator.modelContext)
if (hasAgent && "offersTools" in document.documentElement.dataset) {
  import("../in-page-tools/register.ts").then(({ offerInPageTools }) => offerInPageTools())
}
if (document.querySelector("[data-follows]")) import("./slug-follows-name.ts")
