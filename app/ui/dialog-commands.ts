/**
 * A script, inline in every document, that opens and closes sheets (sheet.tsx) as modal dialogs. It is inline because the
 * first tap on the menu comes before any other script has loaded, and it is the only code that does so: React can't
 * toggle a sheet a second time. Without script the browser opens the same sheet as a popover; the default of a click that
 * opens it is prevented for that reason.
 *
 * The second half replaces `closedby="any"`, which Safari and browsers before 2025 don't know: a click beside the
 * sheet closes it.
 */
export const DIALOG_COMMANDS_SCRIPT = `addEventListener("click", (event) => {
const { target, clientX: x, clientY: y } = event;
const button = target.closest("[popovertarget]");
if (button) {
const dialog = document.getElementById(button.getAttribute("popovertarget"));
if (button.getAttribute("popovertargetaction") === "hide") dialog.close();
else {
dialog.showModal();
event.preventDefault();
}
} else if (target.matches("dialog[closedby]") && !("closedBy" in target)) {
const box = target.getBoundingClientRect();
if (x < box.left || x > box.right || y < box.top || y > box.bottom) target.close();
}
})`;
