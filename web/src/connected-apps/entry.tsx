import { mountPage } from "../mount.tsx"
import { ConnectedAppsPage } from "./connected-apps-page.tsx"

mountPage("connected-apps", ConnectedAppsPage)
