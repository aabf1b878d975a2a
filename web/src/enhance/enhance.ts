import "./local-times.ts"
import "./menu.ts"
import "./passkey.ts"
import "./send-once.ts"
import "./sign-out.ts"
import "./theme.ts"
import "./unsent.ts"
import { watchLoads } from "../kit/reload-once.ts"

/** The scripts of pages without React. Each module handles the elements with its attributes, on any page. */
const { modelContext } = document
if (modelContext && "offersTools" in document.documentElement.dataset) {
  import("../in-page-tools/register.ts").then(({ offerInPageTools }) => offerInPageTools(modelContext))
}
watchLoads()
if (document.querySelector("[data-follows]")) import("./slug-follows-name.ts")
if (document.querySelector("[data-copy]")) import("./samples.ts")
if (document.querySelector("[data-try]")) import("./try-it.ts")
