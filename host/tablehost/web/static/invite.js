// The operator's page of invitations, which shows the wishes for another seat as they come.
import { byId } from "./texts.js";
import { Stream } from "./stream.js";
import { renewWishes } from "./wishes.js";

new Stream(byId("wishes").dataset.events, { show() {}, warn() {}, others: { wishes: renewWishes } });
