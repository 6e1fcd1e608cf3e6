export async function handler(): Promise<void> {
  console.log('taken in');
}
