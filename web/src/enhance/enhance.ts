import "./local-times.ts"
import "./menu.ts"
import "./passkey.ts"
import "./send-once.ts"
import "./sign-out.ts"
import "./slug-follows-name.ts"
import "./unsent.ts"

/** What pages without React do in the browser. Each module looks for the attributes that it serves, on any page. */
const hasAgent = Boolean(document.modelContext ?? navigator.modelContext)
if (hasAgent && "offersTools" in document.documentElement.dataset) {
  import("../in-page-tools/register.ts").then(({ offerInPageTools }) => offerInPageTools())
}
