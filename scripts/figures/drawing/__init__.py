"""What every kind of figure is drawn with: page, axes, letters, places for labels."""
