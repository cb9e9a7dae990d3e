"""Pictures to look at: what no assertion can say of how something looks."""
